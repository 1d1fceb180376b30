# fish completion for vaultsearch
function __vaultsearch_complete
    set -l program (commandline -opc)[1]
    set -l found (env @VARIABLE@=(commandline -cp | string collect) (string replace -r '^~' $HOME -- $program) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command vaultsearch --no-files --arguments '(__vaultsearch_complete)'
