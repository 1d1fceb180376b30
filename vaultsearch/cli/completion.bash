# bash completion for vaultsearch
_vaultsearch() {
    local line=${COMP_LINE:0:COMP_POINT} typed=$2 program=$1 quote='' before head value
    [[ ${program:0:1} == '~' ]] && program=$HOME${program:1}
    # Readline begins a word anew behind : and =, so that the candidates lose what is before.
    [[ $typed == [:=] && $line == *"$typed" ]] && typed=''
    before=${line%"$typed"}
    case $before in *\") quote='"' ;; *\') quote="'" ;; esac
    head=${before//\\[[:space:]]/.}
    head=${head##*[[:space:]]}
    head=${head//\\/}
    [[ $head == -*=* ]] && head=${head#*=}
    [[ $quote ]] && head=''
    COMPREPLY=()
    while IFS=$'\t' read -r value _; do
        value=${value:${#head}}
        case $quote in
            '"') value=${value//\\/\\\\} value=${value//\"/\\\"} value=${value//\$/\\$} value=${value//\`/\\\`} ;;
            "'") value=${value//\'/\'\\\'\'} ;;
            *) printf -v value %q "$value" ;;
        esac
        COMPREPLY+=("$value")
    done < <(env @VARIABLE@="$line" "$program" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=[] ]]; then
        compopt -o nospace
        [[ $quote ]] && COMPREPLY+=("${COMPREPLY[0]} ")  # not the only one: the quote stays open
    fi
}
complete -o bashdefault -o default -F _vaultsearch vaultsearch
