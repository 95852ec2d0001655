# resume-all.sh KMEND FOLDER WANTED: resumes every run below FOLDER; each must
# end with the source WANTED.
set -e
for run in "$2"/*; do
  "$1" repair --resume "$run" --quiet >"$run.out"
  cmp "$run/repaired.cu" "$3"
done
