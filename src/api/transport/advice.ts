/** Advice for a response that does not come from the API. */
export function addressAdvice(url: string): string {
    const named = "the address of the service (access-governance:url, ACCESS_GOVERNANCE_URL)";
    if (hasVersion(url)) return `Check ${named}: it must be the address of the API itself, ending in /v1.`;
    return `Check ${named}: ${JSON.stringify(url)} does not end in /v1. Did you mean ${JSON.stringify(`${url}/v1`)}?`;
}

export function hasVersion(url: string): boolean {
    return new URL(url).pathname.endsWith("/v1");
}
