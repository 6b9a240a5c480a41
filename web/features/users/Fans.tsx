import { useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { FanItem, ShownProfile } from '../../../contract/http/users.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { FanNotifyDialog, offerNotifications } from './FanNotifyDialog.tsx'
import styles from './Fans.module.css'
import { MemberCards } from './MemberCards.tsx'
import { NoteToFansDialog } from './NoteToFansDialog.tsx'
import { fanStatusQuery, useSetFan } from './queries.ts'
import { StopFanDialog } from './StopFanDialog.tsx'

type FansProps = { profile: ShownProfile; view: 'fans' | 'fanof'; isOwn: boolean }

/** Fans of a member, or artists whose fan they are; the user's own page has tabs for both [2 §2 Fans]. */
export function Fans({ profile, view, isOwn }: FansProps) {
  const address = `/user/${profile.id}`
  const titles = { fans: isOwn ? 'Your fans' : 'Fans', fanof: 'Fan of' }
  const empty = {
    fans: isOwn ? 'You have no fans yet.' : `${profile.nickname} has no fans yet.`,
    fanof: isOwn ? 'You’re not a fan of anyone yet.' : `${profile.nickname} isn’t a fan of anyone yet.`,
  }
  const cards = { id: profile.id, label: titles[view], empty: empty[view] }
  return (
    <section aria-labelledby="fans">
      <h2 id="fans" className={isOwn ? undefined : styles.title}>
        {isOwn ? <Hidden>{titles[view]}</Hidden> : titles[view]}
      </h2>
      {isOwn && (
        <Tabs
          label="Fans"
          className={styles.switch}
          tabs={[
            { label: titles.fans, to: `${address}/fans`, current: view === 'fans' },
            { label: titles.fanof, to: `${address}/fanof`, current: view === 'fanof' },
          ]}
        />
      )}
      {isOwn && view === 'fans' && profile.fans > 0 && <WriteToFans />}
      {isOwn && view === 'fans' ? (
        <OwnFans {...cards} />
      ) : (
        <MemberCards
          {...cards}
          list={view === 'fans' ? 'followers' : 'following'}
          emptyAction={isOwn && <ButtonLink to="/artists">Find artists</ButtonLink>}
        />
      )}
    </section>
  )
}

function WriteToFans() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={PenLine} className={styles.write} onClick={() => setOpen(true)}>
        Write to your fans
      </Button>
      {isOpen && <NoteToFansDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The viewer's own fans, each with a toggle to become their fan [2 §4]. */
function OwnFans(props: { id: number; label: string; empty: string }) {
  const client = useQueryClient()
  const [status, setStatus] = useState<Record<string, boolean>>({})
  const [unfollowed, setUnfollowed] = useState<FanItem | null>(null)
  const [notifying, setNotifying] = useState<FanItem | null>(null)
  const addStatus = useCallback(
    (added: Record<string, boolean>) => setStatus((before) => ({ ...before, ...added })),
    [],
  )
  const loadStatus = useCallback(
    (pages: number[][]) => {
      // Cards without a status have no button.
      for (const ids of pages)
        if (ids.length > 0) client.fetchQuery(fanStatusQuery(ids)).then(addStatus, () => undefined)
    },
    [client, addStatus],
  )
  const setFan = useSetFan()
  const change = async (member: FanItem, isFan: boolean) => {
    await setFan.mutateAsync({ user: member.id, isFan })
    addStatus({ [member.id]: isFan })
    if (isFan) offerNotifications(member.nickname, () => setNotifying(member))
  }
  return (
    <>
      <MemberCards
        {...props}
        list="followers"
        onPages={loadStatus}
        fan={(member) => {
          const isFan = status[member.id]
          if (isFan === undefined) return {}
          const onToggle = (now: boolean) => {
            if (now) change(member, true).catch(toastFailure)
            else setUnfollowed(member)
          }
          return { isFan, busy: setFan.isPending && setFan.variables.user === member.id, onToggle }
        }}
      />
      {unfollowed && (
        <StopFanDialog
          nickname={unfollowed.nickname}
          onStop={() => change(unfollowed, false)}
          onClose={() => setUnfollowed(null)}
        />
      )}
      {notifying && <FanNotifyDialog artist={notifying} onClose={() => setNotifying(null)} />}
    </>
  )
}
