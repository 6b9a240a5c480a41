import { Hono } from 'hono'
import { albumRoutes } from './features/albums/routes.ts'
import { artistRoutes } from './features/artists/routes.ts'
import { loginRoutes } from './features/auth/login-routes.ts'
import { passkeyRoutes } from './features/auth/passkey-routes.ts'
import { recoveryRoutes } from './features/auth/recovery-routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { awardRoutes } from './features/awards/routes.ts'
import { banRoutes } from './features/bans/routes.ts'
import { brushRoutes } from './features/brushes/routes.ts'
import { appealRoutes } from './features/cases/appeal-routes.ts'
import { caseDeskRoutes } from './features/cases/desk-routes.ts'
import { reportRoutes } from './features/cases/report-routes.ts'
import { challengeRoutes } from './features/challenges/routes.ts'
import { roomOwnershipRoutes } from './features/chat/ownership-routes.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { coOpRoutes } from './features/co-ops/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { compoRoutes } from './features/compos/routes.ts'
import { editRoutes } from './features/edit-sketch/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { forumRoutes } from './features/forum/routes.ts'
import { galleryRoutes } from './features/galleries/routes.ts'
import { groupAssistRoutes } from './features/groups/assist-routes.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { leavingRoutes } from './features/leaving/routes.ts'
import { mailRoutes, oneClickRoutes } from './features/mail/routes.ts'
import { memberChannelRoutes } from './features/member-channel/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { repostRoutes } from './features/reposts/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { sketchFileRoutes } from './features/sketch-files/routes.ts'
import { sketchFactRoutes } from './features/sketches/fact-routes.ts'
import { sketchModerationRoutes } from './features/sketches/moderation-routes.ts'
import { reactionRoutes } from './features/sketches/reaction-routes.ts'
import { staffRoutes } from './features/staff/routes.ts'
import { statsRoutes } from './features/stats/routes.ts'
import { paymentNoticeRoutes, storeRoutes } from './features/store/routes.ts'
import { streamFileRoutes } from './features/streams/file-routes.ts'
import { replayRoutes } from './features/streams/replay-routes.ts'
import { streamRoutes } from './features/streams/routes.ts'
import { streamSocketRoutes } from './features/streams/sockets.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { editProfileRoutes } from './features/users/edit-profile-routes.ts'
import { profilePictureRoutes } from './features/users/profile-picture-routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { versionRoutes } from './features/versions/routes.ts'
import { whiteboardRoutes } from './features/whiteboard/routes.ts'
import { AppError } from './lib/app-error.ts'
import { acceptApiKey } from './middleware/api-key.ts'
import type { AppEnv } from './middleware/app-env.ts'
import { guardWrites, limitApiReads } from './middleware/guards.ts'
import { rememberLinks } from './middleware/link-keys.ts'
import { onError } from './middleware/on-error.ts'
import { logRequests } from './middleware/request-log.ts'
import { requireSecrets } from './middleware/required-secrets.ts'
import { addSecurityHeaders } from './middleware/security-headers.ts'
import { forgetDeletedMember } from './middleware/session.ts'
import { activityRoutes } from './pages/activity/routes.ts'
import { caseDecisionRoutes } from './pages/cases/routes.ts'
import { feedRoutes } from './pages/feeds/routes.ts'
import { respondOtherPage } from './pages/first-load/page.ts'
import { patronPath } from './pages/first-load/patron-path.ts'
import { pageRoutes } from './pages/first-load/routes.ts'
import { homeRoutes } from './pages/home/routes.ts'
import { neighbourRoutes } from './pages/neighbours/routes.ts'
import { oembedRoutes } from './pages/oembed/routes.ts'
import { searchSuggestionRoutes } from './pages/search-suggestions/routes.ts'
import { sitemapRoutes } from './pages/sitemap/routes.ts'
import { sketchRoutes } from './pages/sketch-page/routes.ts'

/** The API: everything but pages and static files. */
const api = new Hono<AppEnv>()
  .use('/api/*', limitApiReads)
  .use('/activity/:page', limitApiReads)
  .use('/editProfile', limitApiReads)
  .use('/user/:id/edit', limitApiReads)
  .use('/sketch/:id/:of{edit|versions}', limitApiReads)
  .use('/admin/*', limitApiReads)
  .route('/', healthRoutes)
  .route('/', authRoutes)
  .route('/', recoveryRoutes)
  .route('/', loginRoutes)
  .route('/', passkeyRoutes)
  .route('/', sketchRoutes)
  .route('/', galleryRoutes)
  .route('/', homeRoutes)
  .route('/', imageRoutes)
  .route('/', neighbourRoutes)
  .route('/', reactionRoutes)
  .route('/', reportRoutes)
  .route('/', caseDeskRoutes)
  .route('/', appealRoutes)
  .route('/', caseDecisionRoutes)
  .route('/', sketchModerationRoutes)
  .route('/', banRoutes)
  .route('/', staffRoutes)
  .route('/', statsRoutes)
  .route('/', commentRoutes)
  .route('/', activityRoutes)
  .route('/', notificationRoutes)
  .route('/', memberChannelRoutes)
  .route('/', messageRoutes)
  .route('/', forumRoutes)
  .route('/', uploadRoutes)
  .route('/', albumRoutes)
  .route('/', artistRoutes)
  .route('/', brushRoutes)
  .route('/', challengeRoutes)
  .route('/', compoRoutes)
  .route('/', awardRoutes)
  .route('/', chatRoutes)
  .route('/', roomOwnershipRoutes)
  .route('/', whiteboardRoutes)
  .route('/', streamRoutes)
  .route('/', streamSocketRoutes)
  .route('/', replayRoutes)
  .route('/', streamFileRoutes)
  .route('/', coOpRoutes)
  .route('/', groupRoutes)
  .route('/', groupAssistRoutes)
  .route('/', searchRoutes)
  .route('/', searchSuggestionRoutes)
  .route('/', tagRoutes)
  .route('/', userRoutes)
  .route('/', editRoutes)
  .route('/', versionRoutes)
  .route('/', repostRoutes)
  .route('/', sketchFileRoutes)
  .route('/', sketchFactRoutes)
  .route('/', editProfileRoutes)
  .route('/', profilePictureRoutes)
  .route('/', exportRoutes)
  .route('/', mailRoutes)
  .route('/', leavingRoutes)
  .route('/', storeRoutes)
  .route('/', feedRoutes)
  .route('/', oembedRoutes)
  .route('/', sitemapRoutes)
  .onError(onError)

/** All routes. Other addresses are static files, or pages that the application draws. */
export const app = new Hono<AppEnv>()
  .use(logRequests)
  .use(addSecurityHeaders)
  .use(requireSecrets)
  .route('/', oneClickRoutes)
  .route('/', paymentNoticeRoutes)
  .use(acceptApiKey)
  .use(guardWrites)
  .use(forgetDeletedMember)
  .use('/sketch/:id', rememberLinks)
  .use('/stream/:id', rememberLinks)
  .use('/api/v2/sketch/:id', rememberLinks)
  .use('/api/v2/stream/:id', rememberLinks)
  .route('/', pageRoutes(api))
  .route('/', api)
  .notFound(async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new AppError('not_found')
    if (/^\/(api|image|video|sketch-file|assets|socket|feeds|sitemap|first-paint)(?:[/.]|$)/.test(c.req.path))
      throw new AppError('not_found')
    const profile = await patronPath(c)
    if (profile) return c.redirect(profile)
    const file = await c.env.ASSETS.fetch(c.req.raw)
    return file.status === 404 ? respondOtherPage(c, api) : file
  })
  .onError(onError)
