/** The bindings and variables of wrangler.toml. */
declare namespace Cloudflare {
  interface Env {
    readonly DB: D1Database
    readonly FILES: R2Bucket
    readonly IMAGES: ImagesBinding
    readonly ASSETS: Fetcher
    readonly CHAT: DurableObjectNamespace<import('../durable-objects/chat/ChatRoom.ts').ChatRoom>
    readonly WHITEBOARD: DurableObjectNamespace<import('../durable-objects/whiteboard/Whiteboard.ts').Whiteboard>
    readonly STREAM: DurableObjectNamespace<import('../durable-objects/stream/LiveStream.ts').LiveStream>
    readonly STREAM_RELAY: DurableObjectNamespace<import('../durable-objects/stream/StreamRelay.ts').StreamRelay>
    readonly MEMBER_CHANNEL: DurableObjectNamespace<
      import('../durable-objects/member-channel/MemberChannel.ts').MemberChannel
    >
    readonly READ_RATE: RateLimit
    readonly OVERVIEW_RATE: RateLimit
    readonly SEARCH_RATE: RateLimit
    readonly SUGGESTION_RATE: RateLimit
    readonly API_READ_RATE: RateLimit
    readonly SESSION_RATE: RateLimit
    readonly FILE_READ_RATE: RateLimit
    readonly PICTURE_MAKE_RATE: RateLimit
    readonly WRITE_RATE: RateLimit
    readonly UPLOAD_RATE: RateLimit
    readonly API_KEY_RATE: RateLimit
    readonly CHAT_SEARCH_RATE: RateLimit
    readonly COMPO_DOWNLOAD_RATE: RateLimit
    readonly SIGN_IN_RATE: RateLimit
    readonly SIGN_IN_NETWORK_RATE: RateLimit
    readonly RECOVERY_NETWORK_RATE: RateLimit
    readonly PAYMENT_RATE: RateLimit
    readonly PAYMENT_NOTICE_RATE: RateLimit
    readonly EMAIL: SendEmail
    readonly OIDC_ISSUER: string
    readonly OIDC_CLIENT_ID: string
    readonly OIDC_CLIENT_SECRET: string
    readonly APPLE_CLIENT_ID: string
    readonly APPLE_ISSUER: string
    readonly APPLE_KEYS_URL: string
    readonly APP_DOWNLOAD_URL: string
    /** `yes` adds a note to the login popover. */
    readonly SIGN_IN_MAINTENANCE: string
    readonly FIRST_ADMIN_EMAIL: string
    /** Signs the cookies of sessions and sign-ups, and the tickets of sockets. */
    readonly TICKET_SECRET: string
    /** The sender's address. Without it no mail is sent. */
    readonly MAIL_FROM: string
    /** The site's own address in the links of mails. */
    readonly SITE_ORIGIN: string
    /** Signs the links that switch mails off. */
    readonly MAIL_SECRET: string
    /** Signs the keys of members. Without it there are none. */
    readonly API_KEY_SECRET: string
    /** The base address of PayPal's REST API. */
    readonly PAYPAL_API: string
    /** With the secret, the site's account at PayPal. Without all four the store is closed. */
    readonly PAYPAL_CLIENT_ID: string
    readonly PAYPAL_CLIENT_SECRET: string
    /** The account that receives the payments. */
    readonly PAYPAL_MERCHANT_ID: string
    /** The id of the webhook that PayPal's notices are signed for. */
    readonly PAYPAL_WEBHOOK_ID: string
    readonly CHAT_LINES_AT_ONCE: string
    readonly CHAT_LINES_PER_SECOND: string
    /** Largest number of viewers that one object of a stream serves. Further viewers are sent to relays. */
    readonly STREAM_VIEWERS_MAX: string
  }
}
