import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOf, messageOfCode } from '../../lib/messages/errors.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { Ballot } from './Ballot.tsx'
import { needsSets } from './ballot.ts'
import { keyOf } from './compo-address.ts'
import { ballotQuery, useVote } from './queries.ts'
import { Receipt } from './Receipt.tsx'

/** Voting in a compo [1 §4]. After the close the page shows the voter’s own sets. */
export function VotePage() {
  const key = keyOf(useParams())
  return (
    <RequireLogin title="Vote" sentence={compoMessages.loginToVote}>
      <Voting key={key} compoKey={key} />
    </RequireLogin>
  )
}

/** Begins the ballot if needed, or says why there is none. */
function Voting({ compoKey }: { compoKey: string }) {
  const { data: ballot, error: readError } = useQuery(ballotQuery(compoKey))
  const { mutate: begin, isIdle, error: beginError } = useVote(compoKey)
  const mustBegin = ballot !== undefined && needsSets(ballot)
  useEffect(() => {
    if (mustBegin && isIdle) begin({ step: 0, votes: [] })
  }, [mustBegin, isIdle, begin])
  const error = readError ?? beginError
  if (error instanceof CallError && error.status === 404) throw error
  if (error) return <Refusal compoKey={compoKey}>{messageOf(error)}</Refusal>
  if (ballot?.state === 'open') return <Refusal compoKey={compoKey}>{compoMessages.voteNotBegun}</Refusal>
  if (ballot?.state === 'closed') {
    if (ballot.step > 0) return <Receipt compoKey={compoKey} ballot={ballot} />
    return <Refusal compoKey={compoKey}>{messageOfCode('compo_not_voting')}</Refusal>
  }
  if (!ballot || (mustBegin && ballot.sets.length === 0)) return <PageSpinner />
  return (
    <Page title={`Vote: ${ballot.title}`} gap={16}>
      <Ballot compoKey={compoKey} ballot={ballot} />
    </Page>
  )
}

function Refusal({ compoKey, children }: { compoKey: string; children: string }) {
  return (
    <Page title="Vote">
      <ErrorScreen action={<ButtonLink to={`/compo/${compoKey}`}>Go to the compo</ButtonLink>}>{children}</ErrorScreen>
    </Page>
  )
}
