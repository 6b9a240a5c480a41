import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_REASONS } from '../../../contract/cases.ts'
import type { ReportedSketches } from '../../../contract/http/reports.ts'
import { imageAddress } from '../../../contract/image-sizes.ts'
import { caseMessages, REPORT_REASON_NAMES } from '../../lib/messages/cases.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { DeskTabs } from './DeskTabs.tsx'
import { reportedSketchesQuery } from './queries.ts'
import styles from './Reported.module.css'

/** Pixels of a thumbnail's file, sharp on dense screens. */
const THUMBNAIL_WIDTH = 150

/** Open reports of sketches, with their flags [2 §2]. */
export function ReportedSketchesPage() {
  return (
    <StaffOnly>
      <Page title="Reported sketches" gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate/sketches" />
        <SketchReports />
      </Page>
    </StaffOnly>
  )
}

/** The list of reported sketches, also for other pages. */
export function SketchReports() {
  const query = useInfiniteQuery(reportedSketchesQuery)
  const reports = itemsOf(query.data)
  return (
    <>
      {query.data && reports.length === 0 && <EmptyState>{caseMessages.noReports}</EmptyState>}
      <ul aria-label="Reported sketches">
        {reports.map((report) => (
          <SketchReport key={report.id} report={report} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

function SketchReport({ report }: { report: ReportedSketches['items'][number] }) {
  const { caseId, sketchId, title, imageUrl, userId, nickname, reporterId, reporter, details, date } = report
  const [isMissing, setMissing] = useState(false)
  const flags = REPORT_REASONS.filter((reason) => report[reason]).map((reason) => REPORT_REASON_NAMES[reason])
  return (
    <li className={styles.report}>
      {isMissing ? (
        <p className={styles.thumbnail}>{caseMessages.pictureMissing}</p>
      ) : (
        <img
          className={styles.thumbnail}
          src={imageAddress(imageUrl, THUMBNAIL_WIDTH)}
          alt=""
          loading="lazy"
          onError={() => setMissing(true)}
        />
      )}
      <div className={styles.texts}>
        <h2>
          <Link to={`/sketch/${sketchId}`}>{title}</Link>
        </h2>
        {flags.length > 0 && <p>{flags.join(', ')}</p>}
        {details && <UserText>{details}</UserText>}
        <p className={styles.facts}>
          <span>
            by <MemberLink id={userId} nickname={nickname} />
          </span>
          <span>
            reported by <MemberLink id={reporterId} nickname={reporter} />
          </span>
          <RelativeTime time={date} />
        </p>
      </div>
      <ButtonLink to={`/gloperate/case/${caseId}`} aria-label={`Open the case of ${title}`}>
        Open the case
      </ButtonLink>
    </li>
  )
}
