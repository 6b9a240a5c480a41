import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { nextChallengeAt } from './days.ts'
import styles from './NextChallenge.module.css'

/** Countdown to the next challenge. When it ends, the lists that begin with the latest one are refetched. */
export function NextChallenge() {
  const client = useQueryClient()
  const [until, setUntil] = useState(() => nextChallengeAt(Date.now()))
  const goOn = () => {
    for (const queryKey of [['challenges'], ['home']]) void client.invalidateQueries({ queryKey })
    setUntil(nextChallengeAt(Date.now()))
  }
  return (
    <p className={styles.next}>
      {challengeMessages.nextIn} <Countdown key={until} until={until} onPassed={goOn} className={styles.left} />
    </p>
  )
}
