/** What to do where something answers that is not the interface. */
export const WRONG_ADDRESS =
    "Check the address of the service (access-governance:url, ACCESS_GOVERNANCE_URL): it must be that of the interface itself, ending in /v1.";
