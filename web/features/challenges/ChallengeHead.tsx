import { Radio, Target } from 'lucide-react'
import { useState } from 'react'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import { utcDateText } from '../../lib/format.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { useOffer } from '../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../lib/session.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { JoinDialog } from '../../ui/JoinDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { MembersOnly } from '../entries/MembersOnly.tsx'
import styles from './ChallengePage.module.css'
import { DeleteChallengeButton } from './DeleteChallengeButton.tsx'
import { EditChallengeButton } from './EditChallengeButton.tsx'
import { EnterDialog } from './EnterDialog.tsx'
import { ReportChallengeButton } from './ReportChallengeButton.tsx'
import { SuggestButton } from './SuggestButton.tsx'

/** Title, description, author and actions of a challenge. */
export function ChallengeHead({ challenge }: { challenge: ChallengePageReply }) {
  const { id, title, description, date, user, group, canEnter } = challenge
  const member = useUser()
  const [isJoining, setJoining] = useState(false)
  const requireLogin = useRequireLogin(() => setJoining(true))
  const [entrantId, setEntrantId] = useState<number>()
  useOffer('enter', () => canEnter && setEntrantId(member?.id))
  return (
    <header className={styles.head}>
      <p className={styles.day}>
        {group ? (
          <>
            Challenge of <Link to={`/group/${group.id}`}>{group.title}</Link>
          </>
        ) : (
          'Daily challenge'
        )}
        , {utcDateText(date)}
      </p>
      <h1>{title}</h1>
      {description && <UserText>{description}</UserText>}
      {user && (
        <p className={styles.idea}>
          <AvatarLink userId={user.id} nickname={user.nickname} avatar={user.avatar} />
          <span>
            {group ? 'Opened by' : 'Suggested by'} <MemberLink id={user.id} nickname={user.nickname} />
          </span>
        </p>
      )}
      {group && !canEnter && <MembersOnly group={group} />}
      <div className={styles.actions}>
        {canEnter && (
          <Button
            variant="primary"
            icon={Target}
            onClick={() => requireLogin(({ id: userId }) => setEntrantId(userId))}
          >
            Enter a sketch
          </Button>
        )}
        <ButtonLink to={`/stream/sheet?challenge=${id}`} icon={Radio}>
          Stream this challenge
        </ButtonLink>
        {!group && <SuggestButton />}
        <ReportChallengeButton challenge={challenge} />
        <EditChallengeButton challenge={challenge} />
        <DeleteChallengeButton challenge={challenge} />
      </div>
      {isJoining && (
        <JoinDialog title={`Enter a sketch in ${title}?`} offer="enter" onClose={() => setJoining(false)}>
          <p>{challengeMessages.joinToEnter}</p>
        </JoinDialog>
      )}
      {entrantId !== undefined && (
        <EnterDialog challenge={challenge} userId={entrantId} onClose={() => setEntrantId(undefined)} />
      )}
    </header>
  )
}
