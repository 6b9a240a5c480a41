import { Download, Table as TableIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { MEASURES, type Measure, type MemberStats, type Series } from '../../../contract/http/stats.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { numberText } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { csvOf, saveText } from './csv.ts'
import { type Grain, MEASURE_LABELS, PERIOD_TEXTS, startsOf } from './grains.ts'
import { Plot } from './Plot.tsx'
import styles from './StatsPage.module.css'

const GRAINS = [
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
  { value: 'months', label: 'Months' },
] as const
const TITLES: Readonly<Record<Grain, string>> = { hours: 'Hour by hour', days: 'Day by day', months: 'Month by month' }
const PERIODS: Readonly<Record<Grain, string>> = { hours: 'Hour', days: 'Day', months: 'Month' }

const FIRST_SHOWN: readonly Measure[] = ['views', 'hearts', 'comments']
const FIRST_HEIGHT = 176
const HEIGHT = 120
const AXIS_HEIGHT = 28

const isEmpty = ({ months }: MemberStats) => MEASURES.every((measure) => months[measure].every((count) => count === 0))

type SeriesActionsProps = SeriesSectionProps & { setTable: (isTable: boolean) => void }

/** Buttons that show the series as a table, and save it as a file. */
export function SeriesActions({ stats, grain, isTable, setTable }: SeriesActionsProps) {
  const name = `${PRODUCT_NAME.toLowerCase()}-statistics-${grain}.csv`
  return (
    <div className={styles.actions}>
      <Button icon={TableIcon} pressed={isTable} onClick={() => setTable(!isTable)}>
        Show as table
      </Button>
      <Button icon={Download} onClick={() => saveText(name, csvOf(grain, stats[grain]), 'text/csv')}>
        Download CSV
      </Button>
    </div>
  )
}

type SeriesSectionProps = { stats: MemberStats; grain: Grain; isTable: boolean }

/** The series by hours, days or months, as lines or as a table. */
export function SeriesSection({
  stats,
  grain,
  isTable,
  setGrain,
}: SeriesSectionProps & { setGrain: (grain: Grain) => void }) {
  const series = stats[grain]
  const starts = useMemo(() => startsOf(grain, series), [grain, series])
  return (
    <section className={styles.section} aria-labelledby="stats-series">
      <header className={styles.head}>
        <h2 id="stats-series">{TITLES[grain]}</h2>
        <span className={styles.range}>{rangeText(grain, starts)}</span>
        <Segmented
          label="Length of periods"
          options={GRAINS}
          value={grain}
          onChange={setGrain}
          className={styles.grains}
        />
      </header>
      {isEmpty(stats) ? (
        <EmptyState>Nothing has happened yet. Views, hearts and comments show up here as they come.</EmptyState>
      ) : isTable ? (
        <SeriesTable grain={grain} series={series} starts={starts} />
      ) : (
        <Plots key={grain} grain={grain} series={series} starts={starts} />
      )}
      <p className={styles.note}>Hours, days and months are those of UTC.</p>
    </section>
  )
}

function rangeText(grain: Grain, starts: readonly number[]): string {
  const [first = 0, last = 0] = [starts[0], starts.at(-1)]
  const [from, to] = [PERIOD_TEXTS[grain](first), PERIOD_TEXTS[grain](last)]
  return first === last ? to : `${from} to ${to}`
}

type SeriesProps = { grain: Grain; series: Series; starts: readonly number[] }

function Plots({ grain, series, starts }: SeriesProps) {
  const [shown, setShown] = useState(FIRST_SHOWN)
  const [pointed, setPointed] = useState<number | null>(null)
  const place = pointed ?? starts.length - 1
  const measures = MEASURES.filter((measure) => shown.includes(measure))
  const toggle = (measure: Measure) => {
    const next = shown.includes(measure) ? shown.filter((name) => name !== measure) : [...shown, measure]
    if (next.length > 0) setShown(next)
  }
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>
          <Hidden>Lines to show</Hidden>
        </legend>
        {MEASURES.map((measure) => (
          <Button key={measure} pressed={shown.includes(measure)} onClick={() => toggle(measure)}>
            {MEASURE_LABELS[measure]}
          </Button>
        ))}
      </fieldset>
      <p className={styles.pointed}>{PERIOD_TEXTS[grain](starts[place] ?? 0)}</p>
      {measures.map((measure, index) => {
        const isLast = index === measures.length - 1
        return (
          <Plot
            key={measure}
            label={MEASURE_LABELS[measure]}
            place={place}
            grain={grain}
            starts={starts}
            values={series[measure]}
            height={(index === 0 ? FIRST_HEIGHT : HEIGHT) + (isLast ? AXIS_HEIGHT : 0)}
            hasTimes={isLast}
            onPoint={setPointed}
          />
        )
      })}
    </>
  )
}

/** The latest period first. */
function SeriesTable({ grain, series, starts }: SeriesProps) {
  const columns: Column<number>[] = [
    {
      key: 'period',
      label: PERIODS[grain],
      cell: (place) => <span className={styles.period}>{PERIOD_TEXTS[grain](starts[place] ?? 0)}</span>,
    },
    ...MEASURES.map((measure) => ({
      key: measure,
      label: MEASURE_LABELS[measure],
      number: true,
      cell: (place: number) => numberText(series[measure][place] ?? 0),
    })),
  ]
  const rows = starts.map((_, index) => starts.length - 1 - index)
  return (
    <Table
      label={`Counts by ${PERIODS[grain].toLowerCase()}`}
      columns={columns}
      rows={rows}
      rowKey={(place) => place}
    />
  )
}
