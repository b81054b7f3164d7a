const ADDRESS = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>`]+/gi;
/** Names of properties whose values are secret. */
const SECRET_PROPERTY = /(^|_)(secret|password|private_key)$/;
/** Names of query parameters whose values are secret. */
const SECRET_PARAMETER = /secret|passw|token|key|sig|code|auth|credential/i;
/** A long run of letters and digits, such as a key in a path. */
const KEY = /^(?=\D*\d)(?=[^a-z]*[a-z])\w{20,}$/i;
/** Plain letters, so that a second pass changes nothing. */
const HIDDEN = "redacted";

/** Removes credentials from a text of the service. @param name name of the property that contains it */
export function redacted(text: string, name: string): string {
    if (SECRET_PROPERTY.test(name)) return HIDDEN;
    const shown = text.replace(ADDRESS, (address) => addressOf(address, name));
    return /webhook_url$/i.test(name) && !shown.includes("://") && shown !== "" ? HIDDEN : shown;
}

/** Of the address of a webhook, only the scheme and the host are shown, because the rest may be its credentials. */
function addressOf(text: string, name: string): string {
    if (!URL.canParse(text)) return HIDDEN;
    const address = new URL(text);
    const isWhole = address.pathname.length <= 1 && address.search === "" && address.hash === "";
    const host = `${address.protocol}//${address.host}`;
    if (/hook/i.test(name + text)) return isWhole ? host : `${host}/${HIDDEN}`;
    const path = address.pathname.split("/").map((part) => (KEY.test(part) ? HIDDEN : part));
    const query = [...address.searchParams].map(([key, value]) =>
        SECRET_PARAMETER.test(key) || KEY.test(value) ? `${key}=${HIDDEN}` : `${key}=${encodeURIComponent(value)}`,
    );
    const hash = address.hash.includes("=") ? `#${HIDDEN}` : address.hash;
    const shown = `${host}${path.join("/")}${query.length > 0 ? `?${query.join("&")}` : ""}${hash}`;
    // Keeps the spelling of an address that contains no credentials.
    return shown.includes(HIDDEN) || address.username + address.password !== "" ? shown : text;
}
