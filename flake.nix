# `nix run github:seed353dc258/backstory -- ask PATH QUESTION`. tools/vendorhash.py
# says vendorHash, and .ci/goinstall holds it.
{
  description = "Compile a folder of documents into one Markdown file for a language model";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = (builtins.fromTOML (builtins.readFile ./pyproject.toml)).project.version;
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
    in
    {
      packages = nixpkgs.lib.genAttrs systems (system:
        let pkgs = nixpkgs.legacyPackages.${system}; in
        {
          default = pkgs.buildGoModule {
            pname = "backstory";
            inherit version;
            src = self;
            vendorHash = "sha256-fQx4iwUWWGmGq1UDdwFKf9pzph4VR689w4HwzuEfnMk=";
            subPackages = [ "cmd/backstory" ];
            env.CGO_ENABLED = 0;
            ldflags = [ "-s" "-w" "-X github.com/seed353dc258/backstory/cmd/backstory/cli.version=v${version}" ];
            doCheck = false; # the tests want git, and servers
            nativeBuildInputs = [ pkgs.installShellFiles ];
            postInstall = ''
              $out/bin/backstory man man
              installManPage man/*.1
              for shell in bash zsh fish; do
                $out/bin/backstory completion $shell >backstory.$shell
                installShellCompletion backstory.$shell
              done
            '';
            meta = {
              homepage = "https://github.com/seed353dc258/backstory";
              license = pkgs.lib.licenses.mit;
              mainProgram = "backstory";
            };
          };
        });
    };
}
