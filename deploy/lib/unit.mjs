import { SERVICE } from './paths.mjs'

/** The service's starter. It stays the same from release to release; the release decides what it starts. */
export const launchScript = (paths) => `#!/bin/sh
# Made by deploy/install. Starts the current release, which switches to a waiting one first.
release=$(readlink -f ${paths.current})
exec "$release/node/bin/node" "$release/deploy/launch.mjs"
`

/**
 * The systemd unit. The service may write to its own three folders and connect to the network, and little else. MemoryDenyWriteExecute is
 * missing because V8 compiles JavaScript to machine code in memory, and IPAddressDeny because email, texts and payments go out.
 */
export const unitFile = (paths) => `# Made by deploy/install. Put changes into a drop-in: systemctl edit ${SERVICE}
[Unit]
Description=Emergency Plumbers London
After=network-online.target postgresql.service
Wants=network-online.target
# Whatever ends it, it starts again.
StartLimitIntervalSec=0

[Service]
Type=exec
User=${SERVICE}
Group=${SERVICE}
WorkingDirectory=${paths.state}
EnvironmentFile=${paths.settings}
ExecStart=${paths.launch}
Restart=always
RestartSec=1
# The server finishes accepted requests within 20 seconds.
TimeoutStopSec=30
LimitNOFILE=65536
UMask=0077

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ReadWritePaths=${paths.state} ${paths.backups} ${paths.cache}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
PrivateIPC=yes
DevicePolicy=closed
ProtectProc=invisible
ProcSubset=pid
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RemoveIPC=yes
LockPersonality=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
