/** A disk that can be full: a tmpfs of a few megabytes. Only root may mount one. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): void;
}

/** Null where it may not be mounted. `inodes`: how many it has, with one for itself; 0: as many as are needed. */
export function mountSmallDisk(megabytes: number, inodes = 0): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'gateway-disk-'));
  const mount = (...args: string[]) => execFileSync('mount', [...args, path], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${inodes}`, 'tmpfs');
  } catch {
    // No such program, no such file system, or no such right.
    rmSync(path, { recursive: true });
    return null;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      for (let size = 65_536; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = Math.floor(size / 2);
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
    makeReadOnly: () => void mount('-o', 'remount,ro'),
    makeWritable: () => void mount('-o', 'remount,rw'),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
