import { chatSteps } from './steps/chat.ts'
import { signInSteps } from './steps/sign-in.ts'
import { sketchSteps } from './steps/sketches.ts'
import type { Step } from './steps/step.ts'
import { streamSteps } from './steps/streams.ts'
import { whiteboardSteps } from './steps/whiteboard.ts'

/** Steps in the order of a member's first visit; later ones need what earlier ones did. */
export const JOURNEY: readonly Step[] = [
  signInSteps.companion,
  sketchSteps.openFromGallery,
  signInSteps.signUp,
  sketchSteps.uploadAndPost,
  sketchSteps.comment,
  chatSteps.talk,
  whiteboardSteps.drawTogether,
  streamSteps.watchVideo,
  streamSteps.watchStills,
  streamSteps.publishVideo,
  streamSteps.publishStills,
]
