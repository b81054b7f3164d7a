# shellcheck shell=bash
# run.sh SCRIPT ARGUMENT…: sourced by the stand-in of a command. SCRIPT is a module with `main(args)`. It runs in a waiting Node
# process if WARM has the address of one (warm.ts), otherwise in a new one.
case $1 in /*) script=$1 ;; *) script=$PWD/$1 ;; esac
shift
if [ -z "${WARM:-}" ] || ! { exec 3<>"/dev/tcp/127.0.0.1/${WARM%%:*}"; } 2>/dev/null; then
    exec node "${BASH_SOURCE[0]%/*}/alone.cjs" "$script" "$@"
fi
printf '%s\0' "${WARM#*:}" "$script" "$PWD" "$#" "$@" >&3
env -0 >&3
printf '\0' >&3
while read -r what size <&3; do
    case $what in
    stdout) head -c "$size" <&3 ;;
    stderr) head -c "$size" <&3 >&2 ;;
    # Passes all of stdin, which most commands do not read.
    stdin) base64 | tr -d '\n' >&3 && echo >&3 ;;
    end) exit "$size" ;;
    esac
done
exit 255
