import type { RoomSettingsReply } from '../../../../contract/http/chat.ts'
import { dateText } from '../../../lib/format.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { useModerate } from '../queries.ts'
import styles from './RoomSettings.module.css'

type RoomPeopleProps = {
  settings: Pick<RoomSettingsReply, 'helpers' | 'excluded'>
  channel: string
  /** The reader, who may give up the role of a helper. */
  userId: number
  isManager: boolean
}

/** Helpers of a room, and members who are shut out. */
export function RoomPeople({ settings: { helpers, excluded }, channel, userId: me, isManager }: RoomPeopleProps) {
  const { mutate } = useModerate()
  const act = (action: 'dismiss' | 'readmit', userId: number) =>
    mutate({ action, channel, userId }, { onError: toastFailure })
  return (
    <>
      {helpers.length > 0 && (
        <section>
          <h3 className={styles.title}>Helpers</h3>
          <ul aria-label="Helpers">
            {helpers.map(({ userId, nickname }) => (
              <li key={userId} className={styles.row}>
                <p>{nickname}</p>
                {(isManager || userId === me) && (
                  <Button aria-label={`Remove helper ${nickname}`} onClick={() => act('dismiss', userId)}>
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {excluded.length > 0 && (
        <section>
          <h3 className={styles.title}>Shut out</h3>
          <ul aria-label="Shut out">
            {excluded.map(({ userId, nickname, date }) => (
              <li key={userId} className={styles.row}>
                <p>
                  {nickname}, since {dateText(date)}
                </p>
                <Button aria-label={`Let ${nickname} back in`} onClick={() => act('readmit', userId)}>
                  Let back in
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
