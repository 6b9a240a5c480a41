import { styleText } from 'node:util'
import type { Figure } from './figure.ts'

const HEADS = ['what', 'figure', 'yardstick', 'ratio', 'bar', '']
const NUMBERS = new Set([1, 2, 3])

/** A table for the terminal; missed bars are red. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEADS, ...figures.map(cellsOf)]
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        NUMBERS.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const [heads = [], ...body] = rows
  const coloured = body.map((row, index) => (figures[index]?.ok === false ? styleText('red', line(row)) : line(row)))
  return [line(heads), widths.map((width) => '─'.repeat(width)).join('  '), ...coloured].join('\n')
}

export function markdownOf(figures: readonly Figure[]): string {
  const line = (row: string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rule = HEADS.map((_, column) => (NUMBERS.has(column) ? '--:' : '---'))
  return [HEADS, rule, ...figures.map(cellsOf)].map(line).join('\n')
}

function cellsOf({ what, figure, yardstick, ratio, bar, ok }: Figure): string[] {
  return [what, figure, yardstick, ratio === null ? '' : ratio.toFixed(2), bar, ok === null ? '' : ok ? 'ok' : 'OVER']
}
