export const font = "Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/** What a style at an element cannot say: dark colours, and the form of a narrow screen. */
export const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(max-width:480px){.edge{padding:0!important}.mail{border:0!important;border-radius:0!important}.pad{padding:24px 20px 28px!important}.wide{width:100%!important}.code{letter-spacing:6px!important}}
@media(prefers-color-scheme:dark){
.page{background:#0f1215!important}.mail{background:#161a1e!important}.well{background:#1e2226!important}
.line{border-color:#2b3034!important}.ink{color:#eceff1!important}.ink2{color:#adb2b6!important}
.go{background:#64c6ad!important;color:#051a15!important}.fix{background:#47211e!important;border-color:#f7857d!important}
.run-good{background:#76cf8a!important}.run-unchanged{background:#2b3034!important}.run-bad{background:#f7857d!important}.stay{background:#95999d!important}}
`;
