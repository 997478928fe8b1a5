// SPDX-License-Identifier: BSD-3-Clause
/**
 * The texts that the page itself shows or passes to screen readers.
 *
 *     label("back", 10)   // "Back 10 seconds"; {0}, {1} are placeholders for the values
 *
 * Keys are grouped by view. A row has English, German, French, Arabic and Japanese.
 */

const languages = ["en", "de", "fr", "ar", "ja"];

const rows = `
player|Player|Player|Lecteur|مشغل الصوت|プレーヤー
play|Play|Abspielen|Lire|تشغيل|再生
pause|Pause|Pause|Pause|إيقاف مؤقت|一時停止
previous|Previous chapter|Voriges Kapitel|Chapitre précédent|الفصل السابق|前の章
next|Next chapter|Nächstes Kapitel|Chapitre suivant|الفصل التالي|次の章
back|Back {0} seconds|{0} Sekunden zurück|Reculer de {0} secondes|رجوع {0} ثوانٍ|{0}秒戻る
forward|Forward {0} seconds|{0} Sekunden vor|Avancer de {0} secondes|تقديم {0} ثوانٍ|{0}秒進む
position|Position|Position|Position|الموضع|再生位置
speed|Speed|Tempo|Vitesse|السرعة|速度
volume|Volume|Lautstärke|Volume|مستوى الصوت|音量
captions|Captions|Untertitel|Sous-titres|الترجمة|字幕
mute|Mute|Stumm|Muet|كتم الصوت|ミュート
sleep|Sleep|Timer|Minuterie|مؤقت النوم|スリープ
off|Off|Aus|Non|إيقاف|オフ
minutes|{0} min|{0} Min.|{0} min|{0} دقيقة|{0}分
chapterEnd|End of chapter|Kapitelende|Fin du chapitre|نهاية الفصل|章の終わり
contents|Contents|Inhalt|Sommaire|المحتويات|目次
close|Close|Schließen|Fermer|إغلاق|閉じる
track|Track {0}|Titel {0}|Piste {0}|المقطع {0}|トラック{0}
of|{0} of {1}|{0} von {1}|{0} sur {1}|{0} من {1}|{1}中{0}
left|{0} left|noch {0}|reste {0}|بقي {0}|残り{0}
page|Page {0}|Seite {0}|Page {0}|الصفحة {0}|{0}ページ
bookProgress|Progress in the book|Fortschritt im Buch|Progression du livre|التقدم في الكتاب|本の進み具合
picture|Picture|Bild|Image|صورة|画像
smaller|Smaller|Kleiner|Réduire|تصغير|縮小
larger|Larger|Größer|Agrandir|تكبير|拡大
note|Note|Anmerkung|Note|حاشية|注
goToNote|Go to note|Zur Anmerkung|Aller à la note|الانتقال إلى الحاشية|注へ移動
unplayable|Cannot be played|Nicht abspielbar|Lecture impossible|تعذر التشغيل|再生できません
`;

/** @type {Map<string, string[]>} */
const table = new Map(rows.trim().split("\n").map((row) => {
  const [key, ...texts] = row.split("|");
  return [key, texts];
}));

let column = 0;
let tag = "en";

/** @param {string} language of the labels, or English if it is not supported */
export function setLocale(language) {
  const found = languages.indexOf(language.split("-")[0].toLowerCase());
  column = Math.max(0, found);
  tag = found < 0 ? "en" : language;
}

/** The language of the labels. */
export const locale = () => tag;

/** @param {string} key @param {(string | number)[]} values */
export const label = (key, ...values) => {
  const text = table.get(key)?.[column] ?? table.get(key)?.[0] ?? key;
  return text.replace(/\{(\d)\}/g, (_, index) => String(values[index] ?? ""));
};
