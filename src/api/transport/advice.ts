/** Advice for a response that does not come from the API. */
export function addressAdvice(url: string): string {
    const named = "the address of the service (access-governance:url, ACCESS_GOVERNANCE_URL)";
    if (hasVersion(url)) return `Check ${named}: it must be the address of the API itself, ending in /v1.`;
    return `Check ${named}: it is ${JSON.stringify(url)}, which does not end in /v1: ${JSON.stringify(`${url}/v1`)} is probably meant.`;
}

export function hasVersion(url: string): boolean {
    return new URL(url).pathname.endsWith("/v1");
}
