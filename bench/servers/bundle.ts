import { runCommand } from './command.ts';

let built: Promise<string> | null = null;

/** Answers the program that an image starts, which is built once for a run: a file of the gateway's folder. */
export function bundle(): Promise<string> {
  built ??= runCommand('node_modules/rolldown/bin/cli.mjs', ['--config', 'rolldown.config.ts'], {}).then(
    () => 'dist/main.js',
  );
  return built;
}
