import { createInterface } from 'node:readline'

/**
 * Reads ids of process groups from standard input, one per line, and kills these groups when the input ends. The input
 * ends when the parent process ends, even if that is killed.
 */
const groups: number[] = []
for await (const line of createInterface({ input: process.stdin })) groups.push(Number(line))
for (const group of groups) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
