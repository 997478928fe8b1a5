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
marks|Marked passages: {0}|Markierte Stellen: {0}|Passages surlignés : {0}|مقاطع معلّمة: {0}|マークした箇所：{0}
linksEnd|No more links in this chapter|Keine weiteren Links in diesem Kapitel|Plus de liens dans ce chapitre|لا مزيد من الروابط في هذا الفصل|この章のリンクはここまで
picture|Picture|Bild|Image|صورة|画像
smaller|Smaller|Kleiner|Réduire|تصغير|縮小
larger|Larger|Größer|Agrandir|تكبير|拡大
note|Note|Anmerkung|Note|حاشية|注
goToNote|Go to note|Zur Anmerkung|Aller à la note|الانتقال إلى الحاشية|注へ移動
math+|plus|plus|plus|زائد|プラス
math-|minus|minus|moins|ناقص|マイナス
math−|minus|minus|moins|ناقص|マイナス
math±|plus or minus|plus minus|plus ou moins|زائد أو ناقص|プラスマイナス
math×|times|mal|fois|ضرب|かける
math⋅|times|mal|fois|ضرب|かける
math·|times|mal|fois|ضرب|かける
math/|over|durch|sur|على|割る
math÷|divided by|geteilt durch|divisé par|مقسوماً على|割る
math=|equals|gleich|égale|يساوي|イコール
math≠|is not equal to|ungleich|différent de|لا يساوي|ノットイコール
math≈|is about|ungefähr gleich|environ égal à|يساوي تقريباً|ほぼ等しい
math<|is less than|kleiner als|inférieur à|أصغر من|小なり
math>|is greater than|größer als|supérieur à|أكبر من|大なり
math≤|is at most|kleiner oder gleich|inférieur ou égal à|أصغر من أو يساوي|小なりイコール
math≥|is at least|größer oder gleich|supérieur ou égal à|أكبر من أو يساوي|大なりイコール
math∞|infinity|unendlich|l’infini|لانهاية|無限大
math∑|the sum|Summe|somme|مجموع|総和
math∏|the product|Produkt|produit|جداء|総乗
math∫|the integral|Integral|intégrale|تكامل|積分
math∈|in|Element von|appartient à|ينتمي إلى|属する
math→|to|gegen|tend vers|يؤول إلى|矢印
math(|open parenthesis|Klammer auf|parenthèse ouvrante|قوس مفتوح|かっこ
math)|close parenthesis|Klammer zu|parenthèse fermante|قوس مغلق|かっこ閉じ
math′|prime|Strich|prime|فتحة|プライム
mathOver|{0} over {1}|{0} durch {1}|{0} sur {1}|{0} على {1}|{1}分の{0}
mathRoot|the square root of {0}|Wurzel aus {0}|racine carrée de {0}|الجذر التربيعي لـ {0}|ルート{0}
mathNthRoot|the root of order {1} of {0}|{1}-te Wurzel aus {0}|racine d’ordre {1} de {0}|الجذر من الرتبة {1} لـ {0}|{0}の{1}乗根
mathSquared|{0} squared|{0} Quadrat|{0} au carré|{0} تربيع|{0}の2乗
mathCubed|{0} cubed|{0} hoch 3|{0} au cube|{0} تكعيب|{0}の3乗
mathPower|{0} to the power of {1}|{0} hoch {1}|{0} puissance {1}|{0} أس {1}|{0}の{1}乗
mathSub|{0} sub {1}|{0} Index {1}|{0} indice {1}|{0} دليل {1}|{0}の{1}
mathFrom|{0} over {1}|{0} über {1}|{0} sur {1}|{0} حيث {1}|{1}における{0}
mathFromTo|{0} from {1} to {2}|{0} von {1} bis {2}|{0} de {1} à {2}|{0} من {1} إلى {2}|{1}から{2}までの{0}
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

/** @param {string} text @param {(string | number)[]} values for its placeholders */
const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, index) => String(values[index] ?? ""));

/** @param {string} key @param {(string | number)[]} values */
export const label = (key, ...values) => filled(table.get(key)?.[column] ?? table.get(key)?.[0] ?? key, values);

/** A label in the language of a text, for its voice; English if there is none.
 * @param {string} language @param {string} key @param {(string | number)[]} values @returns {string} "" without such a label */
export const labelIn = (language, key, ...values) => {
  const found = languages.indexOf(language.split("-")[0].toLowerCase());
  return filled(table.get(key)?.[Math.max(0, found)] ?? "", values);
};
