/**
 * The script for bash 3.2 and later. It never evaluates input or expands completions, because a name on the service may contain anything.
 * The script splits the line itself, because bash also splits words at `@`, `:` and `=`.
 */
export const BASH = `# bash completion for access-governance

__access_governance_complete() {
    local line=\${COMP_LINE:0:COMP_POINT} word='' quote='' begun='' expands='' char value rest i
    local -a words=()
    for ((i = 0; i < \${#line}; i++)); do
        char=\${line:i:1}
        if [[ $quote != "'" && $char == ['$\`'] ]]; then expands=yes; fi
        if [[ -n $quote && $char == "$quote" ]]; then
            quote=''
        elif [[ $char == "\\\\" && $quote != "'" ]]; then
            i=$((i + 1))
            word+=\${line:i:1}
        elif [[ -n $quote ]]; then
            word+=$char
        elif [[ $char == '"' || $char == "'" ]]; then
            quote=$char
            begun=yes
        elif [[ $char == [[:space:]] ]]; then
            if [[ -n $word || -n $begun ]]; then words+=("$word"); fi
            word=''
            begun=''
            expands=''
        else
            word+=$char
        fi
    done
    local current=$word
    if [[ $word == --*=* ]]; then current=\${word#*=}; fi
    COMPREPLY=()
    # The expansion of such a word is unknown, and with a name appended it could become a command.
    if [[ -n $expands ]]; then return; fi
    while IFS=$'\\t' read -r value rest; do
        if [[ $value == :* || \${value:0:\${#current}} != "$current" ]]; then continue; fi
        rest=\${value:\${#current}}
        if [[ $quote == "'" ]]; then
            if [[ $rest == *"'"* ]]; then continue; fi
        elif [[ $quote == '"' ]]; then
            # In double quotes, an exclamation mark would start a history expansion, and cannot be escaped.
            if [[ $rest == *!* ]]; then continue; fi
            rest=\${rest//\\\\/\\\\\\\\}
            rest=\${rest//\\"/\\\\\\"}
            rest=\${rest//\\$/\\\\\\$}
            rest=\${rest//\\\`/\\\\\\\`}
        elif [[ -n $rest ]]; then
            printf -v rest '%q' "$rest"
        fi
        # Bash replaces only $2, the part that it considers the current word.
        COMPREPLY+=("$2$rest")
    done < <(access-governance complete bash -- "\${words[@]:1}" "$word" 2>/dev/null)
}

complete -F __access_governance_complete access-governance
`;
