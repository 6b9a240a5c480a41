import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { GiftList } from '../../../contract/http/store.ts'
import { giftName } from '../../../contract/store.ts'
import { dateText } from '../../lib/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { ReportDialog } from '../../ui/ReportDialog.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './Gifts.module.css'
import { giftsQuery, useReportGift } from './queries.ts'

type Gift = GiftList['items'][number]

/** Gifts of others, with their words, which can be reported. Nothing where there are none. */
export function Gifts() {
  const { data, error, refetch } = useQuery(giftsQuery)
  const [reported, setReported] = useState<Gift | null>(null)
  if (error) return <LoadFailure onRetry={() => void refetch()}>The gifts for you couldn’t be loaded.</LoadFailure>
  if (!data?.items.length) return null
  return (
    <section className={styles.gifts}>
      <h2>Gifts for you</h2>
      <ul>
        {data.items.map((gift) => (
          <li key={gift.id} className={styles.gift}>
            <p>
              <MemberLink {...gift.from} /> {`gave you ${giftName(gift.item)}`}
              <span className={styles.date}>{dateText(gift.date)}</span>
            </p>
            {gift.message && (
              <>
                <UserText>{gift.message}</UserText>
                <IconButton
                  icon={Flag}
                  aria-label={`Report the words of ${gift.from.nickname}`}
                  onClick={() => setReported(gift)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {reported && <ReportGiftDialog gift={reported} onClose={() => setReported(null)} />}
    </section>
  )
}

function ReportGiftDialog({ gift: { id, from }, onClose }: { gift: Gift; onClose: () => void }) {
  const report = useReportGift(id)
  return (
    <ReportDialog
      title={`Report the words of ${from.nickname}?`}
      hint="Staff will see the words and who sent them. The gift stays yours."
      onReport={report.mutateAsync}
      onClose={onClose}
    />
  )
}
