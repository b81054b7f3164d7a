/** The address of a service, and the one that it had before it moved. */
interface HomeUrls {
    readonly url: string;
    readonly formerUrl?: string | undefined;
}

/** Returns the canonical spelling of a URL. Spellings may differ in the case of the host, a default port, and a slash at the end. */
export function canonicalUrl(url: string): string {
    return (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, "");
}

/** Whether an object that was created at `created` belongs to the service of these settings. */
export function isHomeUrl({ url, formerUrl }: HomeUrls, created: string): boolean {
    return created === url || [url, formerUrl ?? url].map(canonicalUrl).includes(canonicalUrl(created));
}
