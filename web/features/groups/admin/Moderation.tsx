import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/Button.tsx'

/** The way to bans and reports, which are for gloperators [2 §2]. */
export function Moderation() {
  const user = useUser()
  return (
    <>
      <p>Bans, reported comments and reported sketches are on the moderation desk.</p>
      {user?.gloperator ? (
        <div>
          <ButtonLink to="/gloperate">Open the desk</ButtonLink>
        </div>
      ) : (
        <p>It is for gloperators. Report what you see on the sketch, the comment or the profile.</p>
      )}
    </>
  )
}
