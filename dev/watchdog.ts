import { createInterface } from 'node:readline'

/**
 * Kills the process groups whose ids, one a line, came in on standard input, once that ends. It ends with the process
 * at its other end, even if that is killed.
 */
const groups: number[] = []
for await (const line of createInterface({ input: process.stdin })) groups.push(Number(line))
for (const group of groups) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
