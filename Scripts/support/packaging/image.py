"""Makes a container image as Scripts/Dockerfile says, without Docker: image.py CONTEXT FILE

CONTEXT has the files that the recipe copies. FILE is an OCI image layout
(https://github.com/opencontainers/image-spec/blob/main/image-layout.md) with the manifest.json of older `docker load`s.
"""
import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import debian  # noqa: E402

RECIPE = debian.ROOT / "Scripts/Dockerfile"
NAME = "swwebview"
# Of gzip: higher ones take minutes, and save a tenth.
LEVEL = 1


def instructions():
    """Returns the recipe's instructions, each a name and its text."""
    lines = [line for line in RECIPE.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [tuple(line.split(None, 1)) for line in re.sub(r"\s*\\\n\s*", " ", "\n".join(lines)).splitlines()]


def build(context, system):
    """Follows the recipe in a system, and returns the configuration of containers."""
    config = {"Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]}
    for name, text in instructions():
        if name == "FROM" and text == "debian:12-slim":
            continue
        if name == "COPY":
            *patterns, target = shlex.split(text)
            for source in [path for pattern in patterns for path in sorted(context.glob(pattern))]:
                system.copy(source, f"{target}/{source.name}")
        elif name == "RUN":
            system.run("sh", "-c", text)
        elif name == "WORKDIR":
            config["WorkingDir"] = text
            system.root.joinpath(text.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif name in ("ENTRYPOINT", "CMD"):
            config[name.capitalize()] = json.loads(text)
        else:
            sys.exit(f"{RECIPE}: {name} {text} is not supported here")
    return config


def pack(root, path):
    """Packs a root file system, and returns the digests of the packed and the plain bytes."""
    plain, packed = hashlib.sha256(), hashlib.sha256()
    compressor = zlib.compressobj(LEVEL, wbits=31)
    tar = subprocess.Popen(
        ["tar", "--create", "--sort=name", "--numeric-owner", f"--directory={root}", "--exclude=./var/lib/apt/lists/*", "."],
        stdout=subprocess.PIPE)
    with path.open("wb") as file:
        def write(data):
            packed.update(data)
            file.write(data)

        while data := tar.stdout.read(1 << 20):
            plain.update(data)
            write(compressor.compress(data))
        write(compressor.flush())
    if tar.wait() != 0:
        sys.exit("the root file system cannot be packed")
    return packed.hexdigest(), plain.hexdigest()


def main(context, path):
    debian.enter_namespace()
    debian.prepare()
    system = debian.System("image")
    config = build(pathlib.Path(context), system)
    system.close()
    path = pathlib.Path(path)
    version, machine = re.fullmatch(rf"{NAME}-(.+)-image-(\w+)\.tar", path.name).groups()
    layer = path.with_suffix(".layer")
    packed, plain = pack(system.root, layer)
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    image = {
        "created": created, "architecture": machine, "os": "linux", "config": config,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{plain}"]},
        "history": [{"created": created, "created_by": "Scripts/Dockerfile"}],
    }
    blobs = {}

    def blob(value, kind):
        data = json.dumps(value).encode()
        digest = hashlib.sha256(data).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = data
        return {"mediaType": f"application/vnd.oci.image.{kind}.v1+json", "digest": f"sha256:{digest}", "size": len(data)}

    configuration = blob(image, "config")
    layers = [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": f"sha256:{packed}", "size": layer.stat().st_size}]
    manifest = blob({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": configuration, "layers": layers,
    }, "manifest")
    manifest["annotations"] = {"org.opencontainers.image.ref.name": version, "io.containerd.image.name": f"docker.io/library/{NAME}:{version}"}
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]}
    name_of = {"config": f"blobs/sha256/{configuration['digest'][7:]}", "layer": f"blobs/sha256/{packed}"}
    docker = [{"Config": name_of["config"], "RepoTags": [f"{NAME}:{version}"], "Layers": [name_of["layer"]]}]
    blobs |= {
        "oci-layout": b'{"imageLayoutVersion": "1.0.0"}', "index.json": json.dumps(index).encode(),
        "manifest.json": json.dumps(docker).encode(),
    }
    with tarfile.open(path, "w") as archive, layer.open("rb") as file:
        for name, content, size in [
            *((name, io.BytesIO(data), len(data)) for name, data in blobs.items()),
            (name_of["layer"], file, layer.stat().st_size),
        ]:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = size, int(os.environ["SOURCE_DATE_EPOCH"])
            archive.addfile(entry, content)
    layer.unlink()
    print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
