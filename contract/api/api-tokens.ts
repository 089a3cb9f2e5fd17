/** What a token lets a program do: `read` what the user may see, `write`: change it as well. */
export const TOKEN_SCOPES = ['read', 'write'] as const
