import { readFileSync, writeFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Processor time of all threads. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

export const residentBytes = (pid: number) => statusBytes(pid, 'VmRSS')

/** Peak since the start or the last `resetPeak`. */
export const peakBytes = (pid: number) => statusBytes(pid, 'VmHWM')

export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function statusBytes(pid: number, name: string): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) * 1024
}
