import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Fragment, useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { type GroupInfo, groupId } from '../../../contract/http/groups.ts'
import { CallError } from '../../lib/call.ts'
import { countText, dateText, numberText } from '../../lib/format.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Link } from '../../ui/Link.tsx'
import { Flow } from '../../ui/layout.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { Comments } from '../comments/Comments.tsx'
import { LayoutChoice, useGalleryLayout } from '../galleries/GalleryHead.tsx'
import { ListGallery } from '../galleries/ListGallery.tsx'
import { galleryQuery, positionInUrl } from '../galleries/queries.ts'
import { GlopsHint } from '../hearts/GlopsHint.tsx'
import { EditGroupButton, mayModerateGroup } from './EditGroupButton.tsx'
import { GroupEvents } from './Events.tsx'
import { groupFacts } from './GroupCards.tsx'
import { GroupOffer } from './GroupOffer.tsx'
import styles from './Groups.module.css'
import { ManageGallery } from './ManageGallery.tsx'
import { Members } from './Members.tsx'
import { MembershipButton } from './MembershipButton.tsx'
import { groupGallery, groupQuery } from './queries.ts'
import { ReportGroupButton } from './ReportGroupButton.tsx'
import { SuggestSketchButton } from './SuggestSketchButton.tsx'

const TABS = ['gallery', 'discussion', 'events', 'members', 'about'] as const
const NAMES = {
  gallery: 'Gallery',
  discussion: 'Discussion',
  events: 'Events',
  members: 'Members',
  about: 'About',
} as const

const invalid = () => new Response(groupMessages.invalid, { status: 404 })

function idOf(params: Readonly<Record<string, string | undefined>>): string {
  const parsed = groupId.safeParse(params.slug)
  if (!parsed.success) throw invalid()
  return parsed.data
}

/** Loads the group. @throws a 404 with "Invalid group" [2 §8]. */
export const loadGroup =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const id = idOf(params)
    const { from } = positionInUrl(new URL(request.url).search)
    void client.prefetchInfiniteQuery(galleryQuery(groupGallery({ id, title: id }), from))
    await client.fetchQuery(groupQuery(id)).catch((error) => {
      throw error instanceof CallError && error.status === 404 ? invalid() : error
    })
    return null
  }

/** A group: gallery, discussion, events, members, and about with its rules [2 §2]; the tab is in the address. */
export function GroupPage() {
  const { data: group } = useSuspenseQuery(groupQuery(idOf(useParams())))
  const [params] = useSearchParams()
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'gallery'
  const address = `/group/${group.id}`
  return (
    <Page title={group.title} gap={16}>
      <PageHead title={group.title}>
        <Flow>
          <ButtonLink icon={MessageSquare} to={`/chat/${group.channel}`}>
            Chat
          </ButtonLink>
          <MembershipButton group={group} />
        </Flow>
      </PageHead>
      {group.hidden && <NoticeLine label="Hidden group" text={groupMessages.hiddenNotice[group.hidden]} />}
      <GroupOffer group={group} />
      <p className={styles.facts}>{groupFacts(group)}</p>
      <Tabs
        label={group.title}
        tabs={TABS.map((name) => ({
          to: name === 'gallery' ? address : `${address}?tab=${name}`,
          label: NAMES[name],
          current: name === tab,
        }))}
      />
      {tab === 'gallery' && <GroupGallery group={group} />}
      {tab === 'discussion' && <Discussion group={group} />}
      {tab === 'events' && <GroupEvents group={group} />}
      {tab === 'members' && <Members group={group} />}
      {tab === 'about' && <About group={group} />}
    </Page>
  )
}

function GroupGallery({ group }: { group: GroupInfo }) {
  const [layout, setLayout] = useGalleryLayout()
  const user = useUser()
  const [isManaging, setManaging] = useState(false)
  return (
    <section aria-label="Gallery" className={styles.gallery}>
      <Flow justify="end">
        <SuggestSketchButton group={group} />
        {group.sketches > 0 && mayModerateGroup(group, user) && (
          <Button pressed={isManaging} onClick={() => setManaging(!isManaging)}>
            Manage
          </Button>
        )}
        {group.sketches > 0 && !isManaging && <LayoutChoice layout={layout} onLayout={setLayout} />}
      </Flow>
      {isManaging ? (
        <ManageGallery group={group} />
      ) : (
        <ListGallery
          list={groupGallery(group)}
          layout={layout}
          empty={
            <EmptyState action={user && <ButtonLink to={`/user/${user.id}`}>Choose from your sketches</ButtonLink>}>
              {groupMessages.noSketches}
            </EmptyState>
          }
        />
      )}
    </section>
  )
}

/** Comments of the group. */
function Discussion({ group }: { group: GroupInfo }) {
  return (
    <div className={styles.about}>
      <p className={styles.facts}>{groupMessages.discussionHint}</p>
      <Comments type="group" which={group.discussion} title="Discussion" />
    </div>
  )
}

function About({ group }: { group: GroupInfo }) {
  const {
    description,
    rules,
    owner,
    moderators,
    user,
    dateCreated,
    stars,
    glops,
    glopAccFeature,
    latestActivity,
    upvotes,
  } = group
  return (
    <div className={styles.about}>
      <UserText>{description}</UserText>
      <section aria-label="Rules">
        <h2>Rules</h2>
        {rules ? (
          <UserText>{rules}</UserText>
        ) : (
          <p>
            {groupMessages.noRules} <Link to="/guidelines">Read the guidelines</Link>
          </p>
        )}
      </section>
      <FactList>
        {owner && (
          <Fact name="Owner">
            <Link to={`/user/${owner.id}`}>{owner.nickname}</Link>
          </Fact>
        )}
        {moderators.length > 0 && (
          <Fact name="Moderators">
            {moderators.map(({ id, nickname }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <Link to={`/user/${id}`}>{nickname}</Link>
              </Fragment>
            ))}
          </Fact>
        )}
        {user && (
          <Fact name="Founded by">
            <Link to={`/user/${user.id}`}>{user.nickname}</Link>
          </Fact>
        )}
        <Fact name="Founded">{dateText(dateCreated)}</Fact>
        <Fact name="Latest activity">{dateText(latestActivity)}</Fact>
        <Fact name="Votes for its request">{numberText(upvotes)}</Fact>
        <Fact name="Glops">
          {numberText(glops)}{' '}
          <GlopsHint className={styles.hint}>
            A group’s glops are what the sketches of its gallery earned their artists while they were in it.
          </GlopsHint>
        </Fact>
        <Fact name="Stars">{`${countText(stars, 'feature')} left this month, ${numberText(glopAccFeature)} of 1,000 glops to the next`}</Fact>
      </FactList>
      <EditGroupButton group={group} />
      <ReportGroupButton group={group} />
    </div>
  )
}
