import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

const SEND_FAILED = 'Sorry, there was an error sending your message. Please retry in a bit.'

/** Messages of the pages of private messages. */
export const messageTexts = {
  loginNeeded: 'You must be logged in to read your messages.',
  noTopics: 'Messages you send and receive will appear here.',
  noRequests: 'No requests. First messages from people you haven’t written to arrive here.',
  requests: 'First messages from people you haven’t written to.',
  choose: 'Choose a message to read it.',
  refused: (nickname: string) => `${nickname} doesn’t take messages from you.`,
  hiddenSketch: 'You can’t see this sketch.',
  request: (nickname: string) =>
    `This is the first message from ${nickname}. Accept it or reply, and they can write to you again.`,
  hasLeft: 'This member has left and can’t answer any more.',
  waiting: (nickname: string) => `You can write again once ${nickname} accepts your message.`,
  accepted: (nickname: string) => `${nickname} can write to you now.`,
  deleting: (nickname: string) => `It will be deleted for you. ${nickname} keeps their copy.`,
  declining: (nickname: string) => `The message will be deleted. ${nickname} won’t be told.`,
  reporting: 'A gloperator will read this conversation as it is now.',
  noSketches: 'You have no sketches to attach yet.',
  nobodyFound: 'No members found.',
} as const

/** Message of a failed send [2 §8]; a refused one says why. */
export function sendFailureOf(error: unknown): string {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
  return isRefused ? messageOf(error) : SEND_FAILED
}
