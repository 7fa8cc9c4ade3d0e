/** What makes Swagger UI look less strange beside our pages: our font and background, and dark where the system is. */
export const tryStyles = `
:root{color-scheme:light dark}
body{background:oklch(0.985 0.002 95)}
.swagger-ui,.swagger-ui .info .title,.swagger-ui .opblock-tag,.swagger-ui .btn,.swagger-ui label{font-family:Inter,ui-sans-serif,system-ui,sans-serif}
.swagger-ui .info .title{font-size:1.75rem;letter-spacing:-.02em}
.swagger-ui .scheme-container{box-shadow:none;background:none;border-block:1px solid oklch(0.915 0.004 95)}
@media(prefers-color-scheme:dark){
body{background:oklch(0.18 0.008 250)}
.swagger-ui{filter:invert(.9) hue-rotate(180deg)}
.swagger-ui .highlight-code,.swagger-ui .microlight,.swagger-ui img{filter:invert(1) hue-rotate(180deg)}
}
`;
