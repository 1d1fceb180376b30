#compdef vaultsearch
_vaultsearch() {
    local line value program=${(Q)words[1]}
    local -a values shown suffix
    for line in "${(@f)$(env @VARIABLE@="${(j: :)words[1,CURRENT]}" ${~program} 2>/dev/null)}"; do
        value=${line%%$'\t'*}
        [[ -n $value ]] || continue
        values+=("$value") shown+=("${line/$'\t'/  -- }")
        [[ $value == *[:=\[] ]] && suffix=(-S '')
    done
    [[ $PREFIX == -*=* ]] && compset -P '*='
    (( $#values )) && compadd -l "$suffix[@]" -d shown -- "$values[@]" || _files
}
if [[ $funcstack[1] == _vaultsearch ]]; then
    _vaultsearch "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _vaultsearch vaultsearch
fi
