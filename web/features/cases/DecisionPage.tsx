import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { isFinal } from '../../../contract/cases.ts'
import type { MemberDecision } from '../../../contract/http/appeals.ts'
import { idText } from '../../../contract/http/common.ts'
import { APPEAL_TEXT_MAX } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { dateText } from '../../lib/format.ts'
import { KIND_NAMES } from '../../lib/messages/cases.ts'
import { decisionMessages, decisionTitle, OUTCOME_SENTENCES } from '../../lib/messages/decisions.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { focusById, focusField, useFocusAfterClose } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { type DecisionKey, decisionQuery, useAppeal } from './appeal-queries.ts'
import styles from './DecisionPage.module.css'

const TITLE = 'Decision by staff'

/** A decision, for the author of the thing, who can appeal, or for a member who reported it. */
export function DecisionPage() {
  const { of, id } = useParams()
  const isInvalid = of !== undefined && ((of !== 'case' && of !== 'ban') || !idText.safeParse(id).success)
  if (isInvalid) throw new Response(null, { status: 404 })
  return (
    <RequireLogin title={TITLE}>
      <Decision key={`${of} ${id}`} decisionKey={keyOf(of, Number(id))} />
    </RequireLogin>
  )
}

function keyOf(of: 'case' | 'ban' | undefined, id: number): DecisionKey {
  if (of === undefined) return {}
  return of === 'case' ? { case: id } : { ban: id }
}

function Decision({ decisionKey }: { decisionKey: DecisionKey }) {
  const { data: decision, error, refetch } = useQuery(decisionQuery(decisionKey))
  if (!decision && !error) return <PageSpinner />
  return (
    <Page title={TITLE} gap={16} width={768}>
      {decision ? (
        <>
          <h1>{decisionTitle({ ...decision, title: '' })}</h1>
          <p className={styles.facts}>{dateText(decision.date)}</p>
          {decision.isAuthor ? <ForAuthor decision={decision} /> : <p>{decisionMessages.thanks}</p>}
        </>
      ) : (
        <NoDecision error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function NoDecision({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof CallError && error.code === 'not_found')
    return <ErrorScreen>{decisionMessages.gone}</ErrorScreen>
  return <ErrorScreen action={<Button onClick={onRetry}>Retry</Button>}>{messageOf(error)}</ErrorScreen>
}

function ForAuthor({ decision }: { decision: MemberDecision }) {
  const { kind, title, address, reason, mayAppeal, appeal } = decision
  return (
    <>
      {kind && title && (
        <blockquote className={styles.quote}>
          <span className={styles.facts}>{KIND_NAMES[kind]}</span>
          <p>{address ? <Link to={address}>{title}</Link> : title}</p>
        </blockquote>
      )}
      {reason && (
        <blockquote className={styles.quote}>
          <span className={styles.facts}>Reason</span>
          <UserText>{reason}</UserText>
        </blockquote>
      )}
      <p>
        These are our <Link to="/guidelines">community guidelines</Link>.
      </p>
      {appeal && <Appeal appeal={appeal} decision={decision} />}
      {mayAppeal && <AppealForm decision={decision} />}
    </>
  )
}

type AppealProps = { appeal: NonNullable<MemberDecision['appeal']>; decision: MemberDecision }

function Appeal({ appeal, decision: { action, kind, undone } }: AppealProps) {
  const { text, date, outcome, answer } = appeal
  return (
    <section className={styles.section} aria-labelledby="appeal">
      <h2 id="appeal">Your appeal</h2>
      <p className={styles.facts}>{dateText(date)}</p>
      <blockquote className={styles.quote}>
        <UserText>{text}</UserText>
      </blockquote>
      {outcome ? (
        <>
          <p>
            <strong>{`${OUTCOME_SENTENCES[outcome]}.`}</strong>
          </p>
          {outcome === 'overturned' && !undone && (action === 'delete' || isFinal(action, kind)) && (
            <p>{decisionMessages.final}</p>
          )}
          <UserText>{answer}</UserText>
        </>
      ) : (
        <p role="status">{decisionMessages.waiting}</p>
      )}
    </section>
  )
}

function AppealForm({ decision: { of, id } }: { decision: MemberDecision }) {
  const appeal = useAppeal()
  useFocusAfterClose(true, () => focusById('appeal'))
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('text') ?? '').trim()
    setProblem(text ? undefined : decisionMessages.textMissing)
    if (!text) return focusField(form, 'text')
    appeal.mutate(
      { ...keyOf(of, id), text },
      {
        onSuccess: () => toast(decisionMessages.sent),
        onError: (error) => setProblem(messageOf(error)),
      },
    )
  }
  return (
    <section className={styles.section} aria-labelledby="appeal-form">
      <h2 id="appeal-form">Appeal</h2>
      <p>{decisionMessages.intro}</p>
      <form aria-label="Appeal" className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Your appeal"
          name="text"
          hint={decisionMessages.hint}
          error={problem}
          multiline
          maxLength={APPEAL_TEXT_MAX}
        />
        <div>
          <Button type="submit" variant="primary" busy={appeal.isPending}>
            Send the appeal
          </Button>
        </div>
      </form>
    </section>
  )
}
