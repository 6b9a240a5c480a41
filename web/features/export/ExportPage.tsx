import { useQuery } from '@tanstack/react-query'
import type { ExportReply } from '../../../contract/http/export.ts'
import { EXPORT_HOURS } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { countText, dateTimeText, fileSizeText, percentText, unitText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { EMAIL_IN_TEXT } from '../../lib/messages/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { useFocusHeadingWhenLost } from '../../ui/focus.ts'
import { Page } from '../../ui/Page.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import styles from './ExportPage.module.css'
import { exportQuery, useRequestExport } from './queries.ts'

const TITLE = 'Your data'

/** Makes a copy of everything that the member has on the site, and offers it for download. */
export function ExportPage() {
  return (
    <RequireLogin title={TITLE}>
      <Export />
    </RequireLogin>
  )
}

function Export() {
  const { data, error } = useQuery(exportQuery)
  useFocusHeadingWhenLost()
  if (error && !data) throw error
  if (!data) return <PageSpinner />
  return (
    <Page title={TITLE} gap={16} width={560} className={styles.page}>
      <h1>{TITLE}</h1>
      <p className={styles.lead}>Take a copy of everything you have here, whenever you like.</p>
      <State made={data} />
      <h2>What’s in it</h2>
      <ul className={styles.list}>
        <li>All your sketches in their original files, with videos, sketch files and earlier versions.</li>
        <li>Recordings of your streams.</li>
        <li>
          Your profile and settings, albums, comments, hearts, fans, messages, notifications and reports, as JSON.
        </li>
        <li>A README that says where to find what.</li>
      </ul>
      <p className={styles.note}>What others wrote to you in comments and chat is theirs, so it isn’t included.</p>
    </Page>
  )
}

function State({ made }: { made: ExportReply }) {
  if (made.state === 'making') return <Making percent={made.percent} />
  if (made.state === 'ready') return <Ready made={made} />
  return <Ask failed={made.state === 'failed'} />
}

function Ask({ failed }: { failed: boolean }) {
  const request = useRequestExport()
  return (
    <>
      {failed && <FormError>Your export didn’t work out. Please try it again.</FormError>}
      <FormError>{request.error && messageOf(request.error)}</FormError>
      <div>
        <Button variant="primary" busy={request.isPending} onClick={() => request.mutate()}>
          Make my export
        </Button>
      </div>
    </>
  )
}

function Making({ percent }: { percent: number }) {
  return (
    <div className={styles.making}>
      <Progress label={`Making your export, ${percentText(percent / 100)}`} value={percent} />
      <p className={styles.note}>
        This goes faster while this page is open, but you can leave it. If you confirmed an {EMAIL_IN_TEXT} address,
        we’ll write to you when it’s ready.
      </p>
    </div>
  )
}

function Ready({ made: { parts, until } }: { made: ExportReply }) {
  return (
    <section aria-labelledby="export-ready" className={styles.making}>
      <h2 id="export-ready">Ready to download</h2>
      {until && (
        <p>
          {`Until ${dateTimeText(fromWireTime(until))}. After these ${unitText(EXPORT_HOURS, 'hour')} you can make a new one.`}
        </p>
      )}
      <ul className={styles.parts}>
        {parts.map(({ url, bytes, files }, index) => (
          <li key={url}>
            <a className={styles.part} href={url} download>
              {parts.length === 1 ? 'Download the zip' : `Download part ${index + 1} of ${parts.length}`}
            </a>
            <span className={styles.note}>{`${fileSizeText(bytes)}, ${countText(files, 'file')}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
