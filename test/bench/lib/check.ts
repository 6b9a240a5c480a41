import type { Figure, Findings } from './figure.ts'

/** Faults of one measurement: figures without finite numbers, or without their yardstick. */
export function faultsIn({ figures }: Findings): string[] {
  if (figures.length === 0) return ['no figures']
  return figures.flatMap((figure) => faultsOf(figure).map((fault) => `${figure.what}: ${fault}`))
}

function faultsOf({ figure, yardstick, ratio }: Figure): string[] {
  const faults: string[] = []
  if (!isMeasured(figure)) faults.push(`the figure is "${figure}"`)
  if (yardstick !== '' && !isMeasured(yardstick)) faults.push(`the yardstick is "${yardstick}"`)
  if (ratio !== null && yardstick === '') faults.push('there is a ratio but no yardstick')
  if (ratio !== null && !Number.isFinite(ratio)) faults.push(`the ratio is ${ratio}`)
  return faults
}

const isMeasured = (text: string) => /\d/.test(text) && !/NaN|Infinity|undefined|null/.test(text)
