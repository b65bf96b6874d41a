/**
 * A disk whose power can be cut: a filesystem in an image file, behind a loop device. What programs have written without
 * syncing it is in the page cache of that filesystem, and not in the image; so the image at one instant is what a machine
 * finds on its disk when the power comes back. The image has all that reached the device: a disk that also loses what it was given,
 * but not yet told to flush, is not simulated.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface SimulatedDisk {
  /** Where it is mounted. Everybody may enter. */
  readonly path: string;
  /** Puts everything that was written so far into the image, as `sync` does. */
  sync(): void;
  /** Notes what the power cut leaves. Whoever writes to the disk must have been stopped before. */
  cutPower(): void;
  /** Unmounts the disk, and mounts what the last cut has left. Nobody may use the disk. */
  bringBack(): void;
  /** Keeps the image as it is, unmounted in between, to start from it again. Nobody may use the disk. */
  keep(): void;
  /** Back to what was kept. Nobody may use the disk. */
  restore(): void;
  /** Unmounts it, whoever uses it, and removes everything. */
  remove(): void;
}

const size = '600M';
const attempts = 50;

/** Null when this machine can't: the reason why. */
export function whyNoSimulatedDisk(): string | null {
  if (process.platform !== 'linux') return 'loop devices are a thing of Linux';
  if (process.getuid?.() !== 0) return 'only root may mount filesystems';
  for (const tool of ['mkfs.ext4', 'mount', 'umount', 'losetup']) {
    if (spawnSync(tool, ['--version']).error) return `there is no ${tool}`;
  }
  const { status, stderr } = spawnSync('losetup', ['--find'], { encoding: 'utf8' });
  return status === 0 ? null : stderr.trim();
}

export function createSimulatedDisk(): SimulatedDisk {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-disk-'));
  chmodSync(folder, 0o711);
  const [image, left, kept] = ['disk', 'left', 'kept'].map((name) => join(folder, `${name}.img`)) as [
    string,
    string,
    string,
  ];
  const path = join(folder, 'mounted');
  mkdirSync(path);
  const mount = () => execFileSync('mount', ['-o', 'loop', image, path]);
  const unmount = () => execFileSync('umount', [path]);
  execFileSync('truncate', ['-s', size, image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  mount();
  chmodSync(path, 0o755);
  return {
    path,
    sync: () => void execFileSync('sync', ['-f', path]),
    cutPower: () => copyAtOneInstant({ image, path, copy: left }),
    bringBack() {
      unmount();
      renameSync(left, image);
      mount();
    },
    keep() {
      unmount();
      copy(image, kept);
      mount();
    },
    restore() {
      unmount();
      copy(kept, image);
      mount();
    },
    remove() {
      spawnSync('umount', ['--lazy', path]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A copy takes a while, in which the kernel may write to the device by itself. The device counts what it writes: a copy
 * during which nothing was written is one instant's.
 */
function copyAtOneInstant(disk: { image: string; path: string; copy: string }): void {
  const device = execFileSync('findmnt', ['-n', '-o', 'SOURCE', disk.path], { encoding: 'utf8' }).trim();
  const countWrites = () =>
    readFileSync(`/sys/block/${basename(device)}/stat`, 'utf8')
      .trim()
      .split(/\s+/);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [before, isBusy] = [countWrites(), 8];
    copy(disk.image, disk.copy);
    const after = countWrites();
    if (before[isBusy] === '0' && before.slice(4, 7).join() === after.slice(4, 7).join() && after[isBusy] === '0')
      return;
  }
  throw new Error('The device is written to all the time: is everything stopped that uses it?');
}

function copy(from: string, to: string): void {
  execFileSync('cp', ['--sparse=always', from, to]);
}
