#!/bin/bash
# Boots a real systemd in namespaces of its own (processes, mounts, network, control groups), on a layer over the folder BASE that is kept
# in FOLDER. Its network is its own loopback.
export BASE=$1 FOLDER=$2
mkdir -p "$FOLDER"/{upper,work,root}
exec setpriv --pdeathsig KILL unshare --pid --fork --mount --uts --ipc --cgroup --net --propagation private --kill-child bash -ec '
hostname plumbers-test
ip link set lo up
mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$FOLDER/upper,workdir=$FOLDER/work" "$FOLDER/root"
cd "$FOLDER/root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in run tmp dev; do mount -t tmpfs tmpfs $folder; done
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm old
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
pivot_root . old
umount -l /old
rmdir /old
exec env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=console'
