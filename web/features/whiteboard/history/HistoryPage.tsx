import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type BoardHistoryReply, slicePicturePath } from '../../../../contract/http/whiteboard.ts'
import { BOARD, BOARD_SLICE_WIDTH } from '../../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { dateTimeText } from '../../../lib/format.ts'
import { whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Page, PageHead } from '../../../ui/Page.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { boardHistoryQuery } from '../queries.ts'
import styles from './HistoryPage.module.css'
import { TimeLapse } from './TimeLapse.tsx'

/** Slices that scrolled off the board, or the time-lapse of the last day [2 §2 Whiteboard]. */
export function HistoryPage() {
  const [search] = useSearchParams()
  const isTimeLapse = search.has('play')
  const tabs = [
    { to: '/whiteboard/history', label: 'Slices', current: !isTimeLapse },
    { to: '/whiteboard/history?play', label: 'Time-lapse', current: isTimeLapse },
  ]
  return (
    <Page title={null} gap={16}>
      <title>{`${isTimeLapse ? 'Time-lapse' : 'History'} – ${PRODUCT_NAME} Whiteboard`}</title>
      <PageHead title="Whiteboard history">
        <ButtonLink to="/whiteboard">Back to the whiteboard</ButtonLink>
      </PageHead>
      <Tabs label="History" tabs={tabs} />
      {isTimeLapse ? <TimeLapse /> : <Slices />}
    </Page>
  )
}

function Slices() {
  const { data, isError, refetch } = useQuery(boardHistoryQuery)
  return (
    <>
      {isError && <LoadFailure onRetry={() => void refetch()}>{whiteboardMessages.historyFailed}</LoadFailure>}
      {!data && !isError && <PageSpinner />}
      {data?.slices.length === 0 && <EmptyState>{whiteboardMessages.noHistory}</EmptyState>}
      {data && data.slices.length > 0 && <SliceList slices={data.slices} />}
    </>
  )
}

function SliceList({ slices }: BoardHistoryReply) {
  const list = useRef<HTMLOListElement>(null)
  useScrollToEnd(list)
  return (
    <>
      <p className={styles.hint}>Oldest on the left, newest on the right.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <ol ref={list} className={styles.scroll} tabIndex={0} aria-label="Slices">
        {slices.toReversed().map(({ date, ...slice }) => (
          <li key={slice.shiftIndex}>
            <img
              src={slicePicturePath(slice)}
              alt={`Slice that left the board on ${dateTimeText(fromWireTime(date))}`}
              title={dateTimeText(fromWireTime(date))}
              width={BOARD_SLICE_WIDTH}
              height={BOARD.height}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

function useScrollToEnd(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    element.current?.scrollTo({ left: element.current.scrollWidth, behavior: 'instant' })
  }, [element])
}
