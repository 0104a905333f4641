#!/usr/bin/env bash
# Installs the Debian package of the release that this tree has the sources of. RELEASES is the address of the releases' files.
set -euo pipefail

version=$(sed -n 's/.*static let number = "\(.*\)".*/\1/p' "$GITHUB_ACTION_PATH/../../Sources/Doors/swwebview/Version.swift")
package=swwebview_${version}_$(dpkg --print-architecture).deb
folder=$(mktemp -d)
# apt reads the package as a user without rights.
chmod 755 "$folder"
as_root=()
if ((EUID != 0)); then as_root=(sudo); fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)

"${apt[@]}" update
command -v curl >/dev/null || "${apt[@]}" install --no-install-recommends curl ca-certificates
for file in "$package" SHA256SUMS; do
    curl --fail --silent --show-error --location --retry 3 --output "$folder/$file" "$RELEASES/v$version/$file" || {
        echo "::error::There is no $file of version $version at $RELEASES. Use the action of a release: @vX.Y.Z."
        exit 1
    }
done
(cd "$folder" && sha256sum --check --ignore-missing --strict SHA256SUMS)
"${apt[@]}" install --no-install-recommends "$folder/$package"
rm -rf "$folder"
