import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Award, Eye, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { FIRST_AWARDS_YEAR, LAST_AWARDS_YEAR } from '../../../contract/award-state.ts'
import type { AwardsInfo } from '../../../contract/http/awards.ts'
import { awardMessages, stateSentence } from '../../lib/messages/awards.ts'
import { signInPath, useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './Awards.module.css'
import { AwardsDialog } from './AwardsDialog.tsx'
import { Category } from './Category.tsx'
import { NominateDialog } from './NominateDialog.tsx'
import { awardsQuery, isCounting } from './queries.ts'

/** Parses the year in the path; undefined for the latest year. @throws a 404 for an invalid year. */
function yearOf({ year }: Readonly<Record<string, string | undefined>>): number | undefined {
  if (year === undefined) return undefined
  const number = /^\d{4}$/.test(year) ? Number(year) : 0
  if (number < FIRST_AWARDS_YEAR || number > LAST_AWARDS_YEAR) throw new Response(null, { status: 404 })
  return number
}

export const loadAwards =
  (client: QueryClient) =>
  async ({ params }: LoaderFunctionArgs): Promise<null> => {
    await client.ensureQueryData(awardsQuery({ year: yearOf(params) }))
    return null
  }

/** The awards of a year: its recap, and its categories with nominees, votes and winners [1 §2]. */
export function AwardsPage() {
  const year = yearOf(useParams())
  const [params] = useSearchParams()
  const user = useUser()
  const preview = user?.gloperator === true && params.get('vp') === '1'
  const { data: awards } = useSuspenseQuery(awardsQuery({ year, preview }))
  const title = `Awards ${awards.year}`
  return (
    <Page title={title} gap={16}>
      <PageHead title={title}>
        <Actions awards={awards} />
      </PageHead>
      <Tabs
        label="Years"
        tabs={awards.years.map((each) => ({
          to: `/awards/${each}`,
          label: String(each),
          current: each === awards.year,
        }))}
      />
      <p className={styles.state}>{stateSentence(awards, Date.now())}</p>
      {isCounting(awards) && <p role="status">{awardMessages.counting}</p>}
      {awards.recap && <UserText>{awards.recap}</UserText>}
      {user && awards.state === 'nominating' && !awards.canNominate && <p>{awardMessages.tooNewToNominate}</p>}
      {user && awards.state === 'voting' && !awards.canVote && <p>{awardMessages.tooNew}</p>}
      {awards.vote_preview && <p role="status">{awardMessages.previewOn}</p>}
      {awards.categories.length === 0 && (
        <EmptyState>{awards.state === 'none' ? awardMessages.none : awardMessages.noCategories}</EmptyState>
      )}
      {awards.categories.map((category) => (
        <Category key={category.id} category={category} awards={awards} />
      ))}
    </Page>
  )
}

/** Buttons to nominate, and for staff to see the votes so far, edit the year and open another year. */
function Actions({ awards }: { awards: AwardsInfo }) {
  const user = useUser()
  const [dialog, setDialog] = useState<'nominate' | 'edit' | 'open' | null>(null)
  const close = () => setDialog(null)
  const mayPreview = awards.state === 'voting' && !awards.vote_preview
  return (
    <div className={styles.actions}>
      {user === null && (awards.state === 'nominating' || awards.state === 'voting') && (
        <ButtonLink href={signInPath()}>{`Log in to ${awards.state === 'voting' ? 'vote' : 'nominate'}`}</ButtonLink>
      )}
      {awards.canNominate && awards.categories.length > 0 && (
        <Button variant="primary" icon={Award} onClick={() => setDialog('nominate')}>
          Nominate
        </Button>
      )}
      {user?.gloperator && (
        <>
          {mayPreview && (
            <ButtonLink to={`/awards/${awards.year}?vp=1`} icon={Eye}>
              Preview votes
            </ButtonLink>
          )}
          <Button icon={Pencil} onClick={() => setDialog('edit')}>
            Edit
          </Button>
          <Button icon={Plus} onClick={() => setDialog('open')}>
            Open a year
          </Button>
        </>
      )}
      {dialog === 'nominate' && <NominateDialog year={awards.year} onClose={close} />}
      {dialog === 'edit' && <AwardsDialog awards={awards} onClose={close} />}
      {dialog === 'open' && <AwardsDialog onClose={close} />}
    </div>
  )
}
