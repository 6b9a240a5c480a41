import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { nickname as nicknameRule } from '../../../contract/http/auth.ts'
import { MEMBER_MIN_AGE, NICKNAME_MAX } from '../../../contract/limits.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { greetOnNextPage } from '../../lib/greeting.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { NICKNAME_RULE } from '../../lib/messages/profile.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './form-page.module.css'
import { ownPath } from './own-path.ts'
import { useEndSignUp, useSignUp } from './queries.ts'

type Problems = { nickname?: string; birthDate?: string; isTooYoung?: true; form?: string }

/** First sign-in: asks for a nickname and a date of birth, then returns to the previous page. */
export function WelcomePage() {
  const { data } = useQuery({ ...sessionQuery, staleTime: 0 })
  if (!data) return <PageSpinner />
  if (!data.signUp) return <Navigate to="/" replace />
  return <WelcomeForm suggested={data.signUp.suggestedNickname} />
}

function WelcomeForm({ suggested }: { suggested: string }) {
  const [query] = useSearchParams()
  const [nickname, setNickname] = useState(suggested)
  const [birthDate, setBirthDate] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const signUp = useSignUp()
  const startOver = useEndSignUp()
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for new problems
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [problems])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(nickname, birthDate)
    setProblems(found)
    if (signUp.isPending || Object.keys(found).length > 0) return
    signUp.mutate(
      { nickname, birthDate },
      {
        onSuccess: () => {
          greetOnNextPage('new')
          location.replace(ownPath(query.get('return'), location.origin))
        },
        onError: (error) => setProblems(problemOf(error)),
      },
    )
  }
  return (
    <Page title="Welcome" width={560}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <h1>Welcome to {PRODUCT_NAME}</h1>
        <TextField
          label="Nickname"
          hint="Shown on everything you post"
          autoComplete="nickname"
          maxLength={NICKNAME_MAX}
          value={nickname}
          error={problems.nickname}
          onChange={(event) => setNickname(event.target.value)}
        />
        <TextField
          label="Date of birth"
          hint="Please check it: the first date that you enter counts. Nobody sees the year. The day and month are shown only if you choose so."
          type="date"
          autoComplete="bday"
          max={new Date().toISOString().slice(0, 10)}
          value={birthDate}
          error={problems.birthDate}
          onChange={(event) => setBirthDate(event.target.value)}
        />
        <p role="alert">
          {problems.form}
          {problems.isTooYoung && (
            <>
              The first date that you enter counts. If you mistyped it, <Link to="/support">write to us</Link>.
            </>
          )}
        </p>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={signUp.isPending || signUp.isSuccess}>
            Create account
          </Button>
          <Button busy={startOver.isPending || startOver.isSuccess} onClick={() => startOver.mutate()}>
            Not you? Start over
          </Button>
        </div>
      </form>
    </Page>
  )
}

function problemsOf(nickname: string, birthDate: string): Problems {
  const problems: Problems = {}
  if (!nicknameRule.safeParse(nickname).success) {
    problems.nickname = NICKNAME_RULE
  }
  if (!birthDate) problems.birthDate = `Enter your date of birth. You must be ${MEMBER_MIN_AGE} or older.`
  return problems
}

/** Assigns an error to the field that it concerns. */
function problemOf(error: unknown): Problems {
  const code = error instanceof CallError ? error.code : null
  if (code?.startsWith('nickname_')) return { nickname: messageOf(error) }
  if (code === 'too_young') return { birthDate: messageOf(error), isTooYoung: true }
  return { form: messageOf(error) }
}
