/** Variables that programs and commands need. None of them contains credentials. */
const NEEDED = /^(PATH|HOME|USERPROFILE|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|COMSPEC|PATHEXT|NODE_\w+)$/i;
/** Additional variables that only this process needs, to reach the service. The address of a proxy may contain a password. */
const OWN = /^(\w+_PROXY|SSL_CERT_\w+)$/i;

/** Removes all other variables from the environment of this process, because its children inherit it. */
export function clearEnvironment(): void {
    for (const name of Object.keys(process.env)) if (!NEEDED.test(name) && !OWN.test(name)) delete process.env[name];
}

/** Overrides for children, which clear the variables that only this process needs. */
export function withoutOwn(): Record<string, string> {
    return Object.fromEntries(Object.keys(process.env).flatMap((name) => (OWN.test(name) ? [[name, ""]] : [])));
}
