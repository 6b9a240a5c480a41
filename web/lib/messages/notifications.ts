import type { NotificationCategory, NotificationItem } from '../../../contract/http/notifications.ts'

export const categoryNames: Record<NotificationCategory, string> = {
  comments: 'Comments and answers',
  hearts: 'Hearts',
  fans: 'Fans',
  features: 'Features',
  mentions: 'Mentions',
  streams: 'Live streams',
}

/** Messages of the activity page. */
export const notificationMessages = {
  nothing: 'What happens to your sketches and your profile comes here.',
  noReplies: 'Comments on your sketches and your profile, and answers to yours, come here.',
  noTags: 'What is posted under the tags you follow comes here.',
  nothingMuted: 'You have muted nothing.',
  muted: 'Muted. You hear no more of it.',
  unmuted: 'You hear of it again.',
} as const

/** Sentence that follows the name of the member who acted; `me` is the id of the recipient. */
export function notificationText(
  { category, count, sketch, profile, chat, stream, answer }: NotificationItem,
  me: number,
): string {
  const others = count > 1 ? `and ${(count - 1).toLocaleString('en')} more ` : ''
  const where = sketch ? sketch.title : profile?.id === me ? 'your profile' : `${profile?.nickname ?? ''}’s profile`
  if (category === 'hearts') return `${others}gave a heart to ${where}`
  if (category === 'fans') return 'is now your fan'
  if (category === 'features') return `featured ${where}`
  if (stream) return `began a live stream: ${stream.title}`
  if (chat) return chat.title ? `named you in the chat of ${chat.title}` : `named you in the chat room ${chat.channel}`
  if (category === 'mentions') return `named you on ${where}`
  return answer ? `answered you on ${where}` : `commented on ${where}`
}
